"""A Discord bot with one command, /ping."""

import os
import time

import discord

TOKEN = os.environ.get("DISCORD_TOKEN", "")

client = discord.Client(intents=discord.Intents.default())
commands = discord.app_commands.CommandTree(client)


@commands.command(description="Answers with pong")
async def ping(interaction: discord.Interaction):
    await interaction.response.send_message("pong")


@client.event
async def setup_hook():
    await commands.sync()


@client.event
async def on_ready():
    print(f"Signed in as {client.user}")


if __name__ == "__main__":
    while not TOKEN:
        print("DISCORD_TOKEN is not set. Copy the token from the Discord Developer Portal, set it, and restart.")
        time.sleep(3600)
    client.run(TOKEN)

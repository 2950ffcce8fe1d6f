// A Discord bot with one command, /ping.
import { Client, Events, GatewayIntentBits } from "discord.js";

const token = process.env.DISCORD_TOKEN ?? "";
const client = new Client({ intents: [GatewayIntentBits.Guilds] });

client.once(Events.ClientReady, async ({ application, user }) => {
  await application.commands.set([{ name: "ping", description: "Answers with pong" }]);
  console.log(`Signed in as ${user.tag}`);
});

client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isChatInputCommand() && interaction.commandName === "ping") await interaction.reply("pong");
});

if (token === "") {
  console.log(
    "DISCORD_TOKEN is not set. Copy the token from the Discord Developer Portal, set it, and restart.",
  );
  setInterval(() => undefined, 3_600_000);
} else {
  await client.login(token);
}

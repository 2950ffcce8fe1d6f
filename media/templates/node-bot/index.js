// A Telegram bot that repeats what it is told. It needs no packages.
const token = process.env.BOT_TOKEN ?? "";

async function call(method, values = {}) {
  const response = await fetch(`https://api.telegram.org/bot${token}/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(values),
  });
  return (await response.json()).result;
}

function answerTo(text) {
  return `You said: ${text}`;
}

async function run() {
  const { username } = await call("getMe");
  console.log(`Signed in as ${username}`);
  let offset = 0;
  for (;;) {
    try {
      for (const { update_id, message } of await call("getUpdates", { offset, timeout: 50 })) {
        offset = update_id + 1;
        if (message?.text)
          await call("sendMessage", { chat_id: message.chat.id, text: answerTo(message.text) });
      }
    } catch (error) {
      console.log(`No connection, trying again: ${error.name}`);
      await new Promise((resolve) => setTimeout(resolve, 5_000));
    }
  }
}

if (token === "") {
  console.log("BOT_TOKEN is not set. Ask @BotFather for a token, set it, and restart.");
  setInterval(() => undefined, 3_600_000);
} else {
  await run();
}

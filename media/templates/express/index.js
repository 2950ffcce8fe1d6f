// A small web app with Express.
import express from "express";

const app = express();

app.get("/", (_request, response) => {
  response.send("<h1>It works</h1>");
});

app.listen(process.env.PORT ?? 8000, () => console.log("Listening"));

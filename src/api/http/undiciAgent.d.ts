// Only Agent is bundled: undici's index would bring all of it.
declare module "undici/lib/dispatcher/agent.js" {
  import { Agent } from "undici";
  export = Agent;
}

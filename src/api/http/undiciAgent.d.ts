// The one part of undici that the package needs: its index would bring all of it.
declare module "undici/lib/dispatcher/agent.js" {
  import { Agent } from "undici";
  export = Agent;
}

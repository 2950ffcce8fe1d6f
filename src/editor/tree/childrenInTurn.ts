// Keeps rows below the row they belong to.
import { windowTurn } from "../contextKeys";

/**
 * Gives the rows below a row only when the window has come round to us after it asked. It asks for the children of
 * several rows in one message, and reads the answer for each row from a timer of its own. An answer that comes between
 * two of these timers opens the next message, and the later timer then takes its rows from that: rows of one account
 * stood below another, and no refresh healed it. With a turn for each row asked about, all timers are done before.
 */
export function childrenInTurn<Node>(
  children: (node: Node | undefined) => Promise<Node[]>,
): (node?: Node) => Promise<Node[]> {
  return async (node) => {
    if (node !== undefined) await windowTurn();
    return await children(node);
  };
}

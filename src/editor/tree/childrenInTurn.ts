// Keeps rows below the row they belong to.
import { windowTurn } from "../contextKeys";

/**
 * Gives the rows below a row only when the window has come round to us after it asked. It asks for the children of
 * several rows in one message, and each row takes its part of the answer from a timer of its own. Were the answer there
 * between two of these timers, it would open the next message, and the later timer would take its rows from that one:
 * rows below a row that is not theirs. One turn of the window for each row that is asked about lets the timers go first.
 */
export function childrenInTurn<Node>(
  children: (node: Node | undefined) => Promise<Node[]>,
): (node?: Node) => Promise<Node[]> {
  return async (node) => {
    if (node !== undefined) await windowTurn();
    return await children(node);
  };
}

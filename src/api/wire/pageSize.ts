// How many apps come at a time, in a file of its own: the account loads it without the client.

/** How many apps are asked for at a time (docs/interface.md#list-apps). */
export const pageSize = 100;

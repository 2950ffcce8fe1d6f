// How many apps come at a time; by itself, since whoever counts requests needs no more of the client.

/** How many apps are asked for at a time (docs/interface.md#list-apps). */
export const pageSize = 100;

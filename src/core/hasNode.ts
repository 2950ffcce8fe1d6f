// Whether the extension runs in Node; in a browser's extension host it does not.

export const hasNode: boolean = globalThis.process?.versions?.node !== undefined;

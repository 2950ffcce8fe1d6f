// The records of creations on a machine where one window creates one app.
export const noOthers = async () => ({ appIds: [], isOpen: false });

export const noRecords = {
  sending: async () => undefined,
  created: async () => undefined,
  others: noOthers,
};

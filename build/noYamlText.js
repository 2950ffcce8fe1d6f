// In place of what yaml writes with, which is only read here. A map or a list as a key is read by no rule: it is {}.
exports.createStringifyContext = () => ({});
exports.stringifyCollection = () => "{}";

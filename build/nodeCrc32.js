// Replaces yauzl's CRC-32, which Node.js has.
module.exports = require("node:zlib").crc32;

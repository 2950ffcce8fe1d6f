// In place of the checksums that yauzl brings for a Node.js without them.
module.exports = require("node:zlib").crc32;

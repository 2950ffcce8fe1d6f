// A part of JSZip that its own types leave out: an entry that is already compressed (lib/compressedObject.js).
declare module "jszip/lib/compressedObject" {
  class CompressedObject {
    constructor(
      compressedSizeBytes: number,
      sizeBytes: number,
      crc32: number,
      /** The method of the zip format: two bytes, "\x00\x00" stored, "\x08\x00" deflated. */
      compression: { readonly magic: string },
      content: Uint8Array,
    );
    readonly uncompressedSize: number;
    readonly crc32: number;
    readonly compression: { readonly magic: string };
    readonly compressedContent: Uint8Array;
  }
  export = CompressedObject;
}

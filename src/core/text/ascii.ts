/** The text has the same bytes in nearly every encoding, and one Unicode form. */
export function isAscii(text: string): boolean {
  return !/[\u0080-\uffff]/.test(text);
}

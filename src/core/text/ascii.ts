// Whether a text is the same in nearly every encoding and form.

export function isAscii(text: string): boolean {
  return !/[\u0080-\uffff]/.test(text);
}

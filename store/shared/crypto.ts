/** Loaded when first needed: most commands never need it, and it takes two milliseconds. */
export function loadCrypto(): typeof import('node:crypto') {
  return process.getBuiltinModule('node:crypto')
}

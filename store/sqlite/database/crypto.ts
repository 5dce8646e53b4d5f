import { createRequire } from 'node:module'

/** Loaded when first needed: most commands never are, and it takes two milliseconds. */
export function loadCrypto(): typeof import('node:crypto') {
  return createRequire(process.execPath)('node:crypto') as typeof import('node:crypto')
}

import { bytesOf } from './bytes.ts'

const bytesPerToken = 3

/**
 * About how many tokens a model reads a text as: three bytes of UTF-8 count as one. Prose has more bytes to a token
 * and ids have fewer, so a text within a budget by this measure is seldom beyond it by any other.
 */
export function tokensOf(text: string): number {
  return Math.ceil(bytesOf(text) / bytesPerToken)
}

import { expect, it } from 'vitest'
import { tokensOf } from '../../src/domain/prompt/tokens.ts'

it.each([
  ['', 0],
  ['abc', 1],
  ['abcd', 2],
  ['é', 1],
  ['日本', 2],
  ['😀😀😀', 4],
])('estimates the tokens of %j', (text, tokens) => {
  expect(tokensOf(text)).toBe(tokens)
  expect(tokensOf(text)).toBe(Math.ceil(Buffer.byteLength(text) / 3))
})

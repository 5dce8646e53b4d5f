import { expect, test } from 'vitest'
import { widthOf } from '../../../../src/faces/tui/terminal/text-measure.ts'

test.each([
  ['ทำ', 2],
  ['คำ', 2],
  ['น้ำ', 2],
  ['ກຳ', 2],
  ['नमस्ते', 4],
  ['हि', 2],
  ['e\u0301', 1],
  ['\u1112\u1161\u11ab', 2],
  ['한', 2],
  ['👨‍👩‍👧', 2],
  ['🇩🇪', 2],
  ['1️⃣', 2],
])('%s takes %d cells', (text, cells) => {
  expect(widthOf(text)).toBe(cells)
})

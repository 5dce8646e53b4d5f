import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/domain/json.ts'
import { storable, storableText } from '../../src/domain/storable.ts'
import { checkInput } from '../../src/input/check-input.ts'
import { loadOperation, operationNames } from '../../src/operations/catalogue.ts'

const unkept = /[\0]|\p{Surrogate}/u

describe('what every store keeps', () => {
  it.each([
    ['plain', 'plain'],
    ['before\0behind', 'before\ufffdbehind'],
    ['half \ud83d', 'half \ufffd'],
    ['\ude00 half', '\ufffd half'],
    ['whole 😀', 'whole 😀'],
    ['\ud83d\ud83d\ude00', '\ufffd😀'],
    ['\ufffd', '\ufffd'],
  ])('%j becomes %j', (text, kept) => expect(storableText(text)).toBe(kept))

  it('mends names, and answers a sound value itself', () => {
    expect(storable({ 'a\0': [{ b: '\ud83d' }, 1, null] })).toEqual({ 'a\ufffd': [{ b: '\ufffd' }, 1, null] })
    const sound = { a: ['b', { c: 1 }] }
    expect(storable(sound)).toBe(sound)
  })

  it('has neither a NUL nor half a pair, whatever came', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ stringUnit: fc.constantFrom('\0', '\ud83d', '\ude00', 'a', '😀') }),
        (value) => {
          const kept = storable(value as Json)
          expect(textsIn(kept).filter((text) => unkept.test(text))).toEqual([])
          expect(storable(kept)).toBe(kept)
        },
      ),
    )
  })
})

/** Every text and name in a value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(textsIn)]
}

describe('no input of an operation has a NUL or half a pair', () => {
  it.each(operationNames)('%s', async (name) => {
    const { input } = await loadOperation(name)
    for (const [field, { kind, many }] of Object.entries(input)) {
      if (kind !== 'text' && kind !== 'json') continue
      const hostile = kind === 'json' ? { 'a\0': '\ud83d' } : 'a\0\ud83d'
      const required = Object.entries(input).filter(([other, one]) => one.required && other !== field)
      const call = Object.fromEntries(required.map(([other, one]) => [other, sample(one.kind, one.words)]))
      const read = checkInput(input, { ...call, [field]: many ? [hostile] : hostile })
      expect(textsIn(read[field]).filter((text) => unkept.test(text))).toEqual([])
    }
  })
})

function sample(kind: string, words: readonly string[]): unknown {
  if (kind === 'choice') return words[0]
  if (kind === 'number' || kind === 'duration') return 1
  return kind === 'flag' ? true : kind === 'time' ? '2h' : kind === 'json' ? {} : 'x'
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withBlock } from '../../src/setup/marked-block.ts'

const words = fc.constantFrom(
  '',
  'a',
  '  b',
  '# c',
  '<!-- d -->',
  '## watchpost',
  'see `# >>> watchpost >>>`',
  'é',
  '\t',
)
const texts = fc
  .tuple(
    fc.constantFrom('', '#!/bin/sh', '#!/usr/bin/env bash'),
    fc.array(words, { maxLength: 6 }),
    fc.array(fc.constantFrom('\n', '\r\n'), { minLength: 7, maxLength: 7 }),
    fc.constantFrom('mixed', '\n', '\r\n'),
    fc.boolean(),
  )
  .map(([first, rest, breaks, way, isEnded]) => {
    const lines = first === '' ? rest : [first, ...rest]
    return lines
      .map((line, at) => {
        const lineBreak = way === 'mixed' ? breaks[at] : way
        return at < lines.length - 1 || isEnded ? line + lineBreak : line
      })
      .join('')
  })

describe.each(['hash', 'html'] as const)('a marked block of %s', (style) => {
  const [open, close] =
    style === 'hash'
      ? ['# >>> watchpost >>>', '# <<< watchpost <<<']
      : ['<!-- >>> watchpost >>> -->', '<!-- <<< watchpost <<< -->']

  it('goes again without a trace, from any text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = withBlock(text, style, 'one\ntwo\n', 'x')
        expect(once).toMatch(/one\r?\ntwo/u)
        expect(once.startsWith('#!')).toBe(text.startsWith('#!'))
        expect(withBlock(once, style, 'one\ntwo', 'x')).toBe(once)
        const changed = withBlock(once, style, 'three', 'x')
        for (const edited of [once, changed]) expect(withBlock(edited, style, null, 'x')).toBe(text)
        expect(withBlock(text, style, null, 'x')).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['an opening mark alone', `a\n${open}\nb\n`],
    ['a closing mark alone', `a\n${close}\nb\n`],
    ['swapped marks', `${close}\na\n${open}\n`],
    ['a doubled opening mark', `${open}\na\n${open}\nb\n${close}\n`],
    ['a doubled closing mark', `${open}\na\n${close}\nb\n${close}`],
  ])('is refused with %s, and nothing changes', (_, text) => {
    for (const body of ['mine', null])
      expect(() => withBlock(text, style, body, 'x')).toThrow(
        expect.objectContaining({
          code: 'conflict',
          message: expect.stringMatching(/^[^\n]+ x do not match\.$/u),
        }),
      )
  })
})

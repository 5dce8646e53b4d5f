import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { MomentValue } from '../../../values/statistics-schema.ts'
import { marks } from '../../present-glyphs.ts'
import { calmAge } from './ages.ts'
import { fitLine, type Line, span, word } from './line.ts'
import { shortRecipient } from './titles.ts'

/** One thing that an agent sent, got or did. */
export function momentLine(
  { at, what, message, subject, other }: MomentValue,
  width: number,
  now: number,
): Line {
  const narrow = width < 60
  const name = narrow ? shortRecipient(other) : other
  return [
    ...fitLine([word(calmAge(at, now), 'dim')], 5),
    ...fitLine([word(what, what === 'got' ? 'plain' : what === 'sent' ? 'accent' : 'good')], narrow ? 9 : 11),
    ...(narrow ? [] : fitLine([word(message, 'dim')], 7)),
    ...fitLine(
      [
        word(what === 'sent' ? `${marks.to} ` : what === 'got' ? `${marks.from} ` : '  ', 'dim'),
        span(sanitizeLine(name)),
      ],
      narrow ? 13 : 25,
    ),
    word(' '),
    span(sanitizeLine(subject)),
  ]
}

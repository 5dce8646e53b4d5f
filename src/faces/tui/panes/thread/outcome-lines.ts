import { type Safe, sanitizeLine } from '../../../../domain/sanitize.ts'
import type { FullMessageValue, ReceiptValue } from '../../../../services/values.ts'
import { outcomeWord } from '../../../present.ts'
import { marks } from '../../../present-glyphs.ts'
import { calmAge } from '../../text/ages.ts'
import { ends, fitLine, type Line, span, word } from '../../text/line.ts'
import { joined } from '../../text/text.ts'
import { shortName } from '../../text/titles.ts'
import { gutter } from './content-lines.ts'

/** A narrower pane names agents without their swarms, one like the other. */
export const fullNames = 70

export function nameIn(address: string, columns: number): string {
  return columns < fullNames ? shortName(address) : address
}

const mostOutcomes = 4

/** How a request ended with its recipients; while it is open the receipts say how far it came. */
export function outcomeLines(
  { outcomes = [] }: FullMessageValue,
  columns: number,
  now: number,
): readonly Line[] {
  const ended = outcomes.filter(({ state, at }) => at !== null && state !== 'answered')
  const lines = ended.slice(0, mostOutcomes).map((outcome): Line => {
    const hasFailed = outcome.state === 'failed' || outcome.state === 'dead'
    const text = sanitizeLine(`${nameIn(outcome.owner, columns)}: ${outcomeWord(outcome)}`)
    return ends(
      [
        gutter,
        word(hasFailed ? `${marks.failed} ` : `${marks.done} `, hasFailed ? 'urgent' : 'good'),
        span(text, hasFailed ? 'urgent' : 'dim'),
      ],
      [word(` ${calmAge(outcome.at ?? '', now)}`, 'dim')],
      columns,
    )
  })
  const more = ended.length - lines.length
  return more > 0 ? [...lines, fitLine([gutter, word(`… ${more} more`, 'dim')], columns)] : lines
}

export function receiptLine(receipt: ReceiptValue, first: boolean, now: number): Line {
  const steps = [
    'stored',
    ...(receipt.offered === null ? [] : ['offered']),
    ...(receipt.shown === null ? [] : [`shown ${calmAge(receipt.shown.at, now)}`]),
    ...(receipt.acknowledged === null ? [] : ['acknowledged']),
    ...(receipt.answered === null ? [] : ['answered']),
    ...endOf(receipt),
  ]
  const text: Safe = joined([sanitizeLine(receipt.address), sanitizeLine(steps.join(' · '))], ': ')
  return [word(first ? 'receipts ' : '         ', 'dim'), span(text, 'dim')]
}

/** How it ended, where no answer did that. */
function endOf({ address, outcome, by, reason, ended }: ReceiptValue): readonly string[] {
  if (outcome === 'withheld') return [outcomeWord({ owner: address, state: outcome, by, reason, at: null })]
  if (outcome === null || ended === null || outcome === 'answered') return []
  return [outcomeWord({ owner: address, state: outcome, by, reason, at: ended })]
}

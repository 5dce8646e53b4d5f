import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { Values } from '../../../values/schemas.ts'
import { type Cell, type Printed, type Sheet, table } from '../sheet.ts'

const heads = ['', 'AGENT', 'SCORE', 'FIT', 'WORK', 'LOAD', 'FAILURES', 'WHY']
const why = heads.indexOf('WHY')

type Choice = Values['routed']['choices'][number]

/** Where it would go, and for each `best:` the agents in their order. */
export function printRouted({ recipients, choices }: Values['routed'], sheet: Sheet): Printed {
  const places = recipients.map(({ address, state }): readonly Cell[] => [
    { text: sanitizeLine(address) },
    { text: state === 'delivered' ? '' : state, colour: 'dim' },
  ])
  const explained = choices.flatMap((choice) => tableOf(choice, sheet))
  return {
    lines: [...(places.length === 0 ? [] : table(places, sheet, 0)), ...explained],
    notes: choices.flatMap(noteOf),
  }
}

function tableOf({ for: asked, ranked, left = [] }: Choice, sheet: Sheet): readonly string[] {
  if (ranked === undefined) return []
  const rows = [
    heads.map((text): Cell => ({ text, colour: 'dim' })),
    ...ranked.map((row, at): readonly Cell[] => [
      { text: `${at + 1}` },
      { text: sanitizeLine(row.agent), colour: at === 0 ? 'bold' : undefined },
      ...[row.score, row.fit, row.work, row.load, row.failures].map((points) => ({ text: `${points}` })),
      { text: sanitizeLine(reasonsOf(row)), colour: 'dim' as const },
    ]),
    ...left.map(({ agent, why }): readonly Cell[] => [
      { text: '-', colour: 'dim' },
      { text: sanitizeLine(agent), colour: 'dim' },
      ...Array.from({ length: 5 }, () => ({ text: '' })),
      { text: why, colour: 'yellow' },
    ]),
  ]
  const right = { from: 'right' } as const
  const columns = [{}, {}, right, right, right, right, right, {}]
  return ['', sanitizeLine(asked), ...table(rows, sheet, why, columns)]
}

function reasonsOf({ named, done, failed, open, owed, like }: NonNullable<Choice['ranked']>[number]): string {
  return [
    named.join(', '),
    done + failed === 0 ? '' : `${done} done and ${failed} failed (${like.join(', ')})`,
    `${open} open, ${owed} owed`,
  ]
    .filter((part) => part !== '')
    .join('; ')
}

/** A choice without an agent is printed as a problem instead. */
function noteOf({ for: asked, agent, words }: Choice): readonly string[] {
  if (agent === null) return []
  const by = words.length === 0 ? 'No earlier mail has words of it.' : `Compared by: ${words.join(' ')}.`
  return [`${sanitizeLine(asked)} would choose ${sanitizeLine(agent)}. ${sanitizeLine(by)}`]
}

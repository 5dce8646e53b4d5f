import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { KeyValue } from '../../../values/keys-schema.ts'
import type { Values } from '../../../values/schemas.ts'
import { age } from '../../present.ts'
import { type Cell, type Printed, type Sheet, table } from '../sheet.ts'

export function printKeys({ keys }: Values['keys'], sheet: Sheet): Printed {
  if (keys.length === 0) return { lines: [], notes: ['No keys. Make yours with `watchpost keys make`.'] }
  const rows = keys.map((key): readonly Cell[] => [
    { text: sanitizeLine(key.holder), colour: 'bold' },
    { text: standing(key), colour: key.lost ? 'red' : undefined },
    { text: age(key.since, sheet.now), colour: 'dim' },
    { text: key.key, colour: 'dim' },
  ])
  const lost = [...new Set(keys.flatMap(({ lost, holder }) => (lost ? [holder] : [])))]
  const notes = lost.map(
    (holder) =>
      `A key of ${sanitizeLine(holder)} is missing on this machine: mail that was sealed for it stays closed. \`watchpost keys rotate --as ${sanitizeLine(holder)}\` makes a new one for later mail.`,
  )
  return { lines: table(rows, sheet, 3), notes }
}

function standing({ listed, here, lost, machine }: KeyValue): string {
  if (lost) return 'lost'
  if (!listed) return 'old'
  return here ? 'here' : sanitizeLine(`on ${machine ?? ''}`)
}

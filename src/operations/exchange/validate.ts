import type { Skipped } from '../../formats/gather.ts'
import type { Placed } from '../../formats/pile.ts'
import { problemOf, withGathered } from '../../services/exchange/adopt/survey.ts'
import { formatField, loadFormat, openToRead, pathField, pathOf } from '../../services/exchange/value.ts'
import type { ExchangeValue } from '../../values/exchange-schema.ts'
import { operation } from '../operation.ts'

export const validate = operation({
  summary: "Check another system's files, and report what could not be imported and why",
  access: 'read',
  unregistered: true,
  input: {
    path: pathField('Its folder or one of its files; - reads standard input', { spooled: true }),
    format: formatField,
  },
  value: 'exchanged',
  async run(context, { path: written, format: name }): Promise<ExchangeValue> {
    const path = pathOf(context, written, name)
    const opened = await openToRead(context, path, await loadFormat(name))
    return withGathered(opened, async ({ count, placed, marks, rulings, skipped, refused }) => {
      const misaddressed: Skipped[] = []
      for (const one of chained<Placed>(placed(), rulings)) {
        const { parcel, where, due } = one
        const broken = due === undefined || due.delivered ? null : due.problem
        const why = broken ?? problemOf(parcel, context.swarm)
        if (why !== null) misaddressed.push({ where, why })
      }
      return {
        read: count + rulings.length + marks.length,
        written: 0,
        skipped: [...skipped, ...refused.map(({ where, why }) => ({ where, why })), ...misaddressed],
      }
    })
  },
})

function* chained<T>(...parts: readonly Iterable<T>[]): Generator<T> {
  for (const part of parts) yield* part
}

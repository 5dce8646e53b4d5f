import { type AlertItem, alertOf } from '../../domain/alerts/alert.ts'
import { isQuiet } from '../../domain/alerts/quiet-hours.ts'
import { presentFor } from '../../domain/presence.ts'
import type { AlertProgram } from '../../domain/settings/settings.ts'
import type { NotifiedProgram } from '../../values/alerts-schema.ts'
import type { Context } from '../context.ts'
import { placeOf } from './alert-place.ts'
import { findItems } from './found-items.ts'
import { requireOwnPlace } from './require-own-place.ts'
import { type Starting, startProgram, timeLimit } from './start-program.ts'

/** A claim ends by itself after this, at the latest. */
const longestClaim = 3_600_000

type Moment = { readonly now: number; readonly hold: boolean; readonly seenUpto: number | null }

/**
 * One pass: the programs of the actor's own settings are told of what entered Attention, each item once, whichever process of the
 * person looks first.
 * @throws MailError `not-allowed` where the person's programs do not run
 */
export async function alertPass(context: Context, stop: AbortSignal): Promise<readonly NotifiedProgram[]> {
  const programs = await requireOwnPlace(context)
  const { notify } = context.settings
  const { items, whole } = await findItems(context, notify)
  const moment = await momentOf(context)
  return Promise.all(
    notify.programs.map(async (program) => {
      const of = { person: context.actor.address, program: program.name }
      const until = moment.now + Math.min(longestClaim, timeLimit * (notify.mostAnHour + 2))
      const claim = { ...moment, mostAnHour: notify.mostAnHour, until }
      const found = { items: [...items.keys()], whole }
      const taken = await context.store.alerts.take(of, found, claim)
      const named = taken.items.flatMap((key) => {
        const item = items.get(key)
        return item === undefined ? [] : [{ key, item }]
      })
      const parts = taken.together ? [named] : named.map((one) => [one])
      return tellEach(context, program, parts, { programs, stop })
    }),
  )
}

/** Quiet hours are those of this machine's time zone. */
async function momentOf({ store, actor, settings, now }: Context): Promise<Moment> {
  const at = now()
  const { quietHours, afterLastKey } = settings.notify
  const screens = (await store.presence.list(at - presentFor)).filter(({ who }) => who === actor.address)
  const keys = screens.flatMap(({ keyAt }) => (keyAt !== null && keyAt <= at ? [keyAt] : []))
  const lastKey = keys.length === 0 ? null : Math.max(...keys)
  const isHere = lastKey !== null && at - lastKey < afterLastKey
  return { now: at, hold: isHere || isQuiet(quietHours, new Date(at)), seenUpto: lastKey }
}

type Part = readonly { readonly key: string; readonly item: AlertItem }[]

async function tellEach(
  context: Context,
  program: AlertProgram,
  parts: readonly Part[],
  starting: Starting,
): Promise<NotifiedProgram> {
  const of = { person: context.actor.address, program: program.name }
  const { alerts } = context.store
  let items = 0
  for (const [at, part] of parts.entries()) {
    const alert = alertOf(
      part.map(({ item }) => item),
      placeOf(context),
    )
    const ended = await startProgram(program, alert, starting)
    const keys = part.map(({ key }) => key)
    if (ended === null) {
      await alerts.settle(of, keys, 'sent', context.now())
      items += keys.length
      continue
    }
    // What fails for one item is not tried for the next one at once.
    const left = parts.slice(at).flatMap((later) => later.map(({ key }) => key))
    await alerts.settle(of, left, ended === 'stopped' ? 'back' : ended, context.now())
    return { program: program.name, items, error: ended === 'stopped' ? null : ended.error }
  }
  return { program: program.name, items, error: null }
}

import type { MailStore, Moved } from '../../../store/mail-store.ts'
import type { Need } from '../../domain/rights.ts'
import type { Context } from '../context.ts'
import { type Gate, gateOf, requireAll, whoOf } from './gate.ts'
import { portRights, type Row } from './port-rights.ts'

const bare = new WeakMap<MailStore, MailStore>()
/** What is remembered of a context is remembered once, so a context has one guarded form. */
const forms = new WeakMap<Context, Context>()

/**
 * The same context behind the gate: each write of its store is judged by the row of `port-rights.ts` before it happens, whoever
 * calls it. A context in which somebody else acts is guarded again, by that one's rights.
 */
export function guarded(context: Context): Context {
  const known = forms.get(context)
  if (known !== undefined) return known
  const store = bare.get(context.store) ?? context.store
  const gate = gateOf({ ...context, store })
  const parts = new Map<string | symbol, object>()
  // The target is empty: a proxy must give back the own fixed properties of its target unchanged.
  const behind = new Proxy({} as MailStore, {
    get(_, name) {
      const part = Reflect.get(store, name, store) as unknown
      if (!isJudged(name)) return typeof part === 'function' ? part.bind(store) : part
      let own = parts.get(name)
      if (own === undefined) {
        own = guardedPart(part as object, name as keyof typeof portRights, { store, gate, context })
        parts.set(name, own)
      }
      return own
    },
  })
  bare.set(behind, store)
  const form = { ...context, store: behind }
  forms.set(context, form)
  forms.set(form, form)
  return form
}

/**
 * Whatever settles an agent's work passes here, so here its consequences follow: see `settled-work.ts`. What time settles, and the end
 * of a process, is upkeep's.
 */
const settling: ReadonlySet<string> = new Set([
  'deliveries.move',
  'deliveries.retract',
  'queues.finish',
  'queues.finishAndClaim',
  'queues.giveUp',
  'log.reverse',
  'roster.setState',
])

type Behind = { readonly store: MailStore; readonly gate: Gate; readonly context: Context }
type Method = (...args: readonly unknown[]) => unknown

/** Whether a part of the port has methods that need a right. */
const isJudged = (name: string | symbol) =>
  name in portRights && !Object.values(rowsOf(name as keyof typeof portRights)).every(isFree)

const rowsOf = (name: keyof typeof portRights) => portRights[name] as Readonly<Record<string, Row>>

const isFree = (row: Row): row is 'look' | 'rule' => row === 'look' || row === 'rule'

function guardedPart(part: object, name: keyof typeof portRights, { store, gate, context }: Behind): object {
  const rows = rowsOf(name)
  return new Proxy(
    {},
    {
      get(_, method) {
        const call = Reflect.get(part, method, part) as unknown
        if (typeof call !== 'function') return call
        const bound = call.bind(part) as Method
        const row = rows[String(method)]
        if (row === undefined || isFree(row)) return bound
        return async (...args: readonly never[]) => {
          const who = whoOf(context)
          const own: readonly Need[] = [['actAs', { agent: who.as }]]
          await requireAll(gate, row === 'own' ? own : await row(args, store, who))
          const done = await bound(...args)
          if (name === 'deliveries' && method === 'move') await tell(context, args, done)
          const whole = `${name}.${String(method)}`
          if (settling.has(whole)) {
            const { afterSettling } = await import('./settled-work.ts')
            await afterSettling(guarded({ ...context, store, vouched: 'upkeep' }), whole, done, args)
          }
          return done
        }
      },
    },
  )
}

type Move = Parameters<MailStore['deliveries']['move']>

/** Loaded by the few that change mail of somebody else. */
async function tell(context: Context, args: readonly never[], moved: unknown): Promise<void> {
  const [, owner, , { verb }] = args as unknown as Move
  // In the name of its owner nothing is changed of anybody else.
  const { by, as } = whoOf(context)
  if (by === 'system' || as === owner) return
  const { tellOwner } = await import('./tell-owner.ts')
  await tellOwner(context, owner, moved as readonly Moved[], verb)
}

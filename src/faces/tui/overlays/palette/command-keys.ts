import type { OperationName } from '../../../../operations/catalogue.ts'
import type { Binding, Scope } from '../../bindings.ts'
import type { Intent, PlaceDeed } from '../../intent.ts'

const ofPlace: Readonly<Record<PlaceDeed, OperationName | null>> = {
  claim: 'claim',
  release: 'release',
  renew: 'renew',
  again: 'retry',
  pause: 'pauseQueue',
  subscribe: 'subscribe',
  add: 'addMembers',
  remove: 'removeMembers',
  close: null,
  create: null,
  nudge: 'nudge',
  jump: 'jump',
  assign: 'assign',
}
const closing: Readonly<Partial<Record<Scope, OperationName>>> = {
  queue: 'closeQueue',
  channel: 'closeChannel',
  group: 'deleteGroup',
}

/** The operation that a key is for; `null` where it only moves about. */
export function operationOf({ intent, scope }: Pick<Binding, 'intent' | 'scope'>): OperationName | null {
  switch (intent.type) {
    case 'deed':
      return intent.verb
    case 'write':
      return intent.form === 'compose' ? 'send' : intent.form === 'reply-all' ? null : intent.form
    case 'place':
      return intent.deed === 'close' ? (closing[scope] ?? null) : ofPlace[intent.deed]
    case 'fail':
    case 'snooze':
    case 'undo':
    case 'redo':
    case 'search':
    case 'history':
    case 'stats':
    case 'timeline':
      return intent.type
    default:
      return null
  }
}

export type CommandKey = { readonly key: string; readonly intent: Intent; readonly here: boolean }

/** The first key of each operation, one that works where one is before others. */
export function commandKeys(
  table: readonly Binding[],
  here: readonly Scope[],
): ReadonlyMap<OperationName, CommandKey> {
  const keys = new Map<OperationName, CommandKey>()
  for (const binding of table) {
    const name = operationOf(binding)
    const [first] = binding.keys
    if (name === null || first === undefined) continue
    const works = here.includes(binding.scope)
    if (keys.get(name)?.here || (keys.has(name) && !works)) continue
    keys.set(name, { key: spelled(first), intent: binding.intent, here: works })
  }
  return keys
}

/** The keys of a sequence run together, as one types them. */
export function spelled(keys: string): string {
  return keys.replaceAll(' ', '')
}

import type { Binding, Scope } from '../../keymap.ts'

/** Where keys work that do not work everywhere. */
const places: Readonly<Partial<Record<Scope, string>>> = {
  mail: 'at a message',
  inbox: 'in a list of messages',
  thread: 'in a thread',
  list: 'in a list',
  queue: 'in a queue',
  channel: 'in a channel',
  group: 'in a group',
  agent: 'on an agent',
  mailbox: "in another agent's mailbox",
  debated: 'at a debate',
  found: 'in search results and filtered lists',
  saved: 'in a saved search',
}

/** Where keys without a meaning here do have one, as a sentence; `null` for keys that mean nothing anywhere. */
export function meantElsewhere(table: readonly Binding[], typed: readonly string[]): string | null {
  const said = typed.join(' ')
  for (const { scope, keys, help } of table) {
    const place = places[scope]
    const key = keys.find((one) => one === said || one.startsWith(`${said} `))
    if (place !== undefined && key !== undefined) return `${key.replaceAll(' ', '')} works ${place}: ${help}`
  }
  return null
}

/** How keys that were begun can go on. */
export function continuations(
  bindings: readonly Binding[],
  typed: readonly string[],
): readonly { readonly key: string; readonly help: string }[] {
  const begun = `${typed.join(' ')} `
  return bindings.flatMap(({ keys, help }) => {
    const key = keys.find((one) => one.startsWith(begun))
    return key === undefined ? [] : [{ key: key.slice(begun.length).replaceAll(' ', ''), help }]
  })
}

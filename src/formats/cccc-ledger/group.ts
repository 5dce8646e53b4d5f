import { nameIn } from '../names.ts'

type Waiting = { readonly id: string; readonly at: number }

/** What is known of a group while its events are read in their order. */
export type Group = {
  address(actor: string): string
  /** An actor came, or came back: mail from before is not for it. Answers the mail that nobody will read any more. */
  add(actor: string): readonly Waiting[]
  remove(actor: string): void
  isForeman(actor: string): boolean
  /** Whom mail to these names goes to. */
  recipients(sender: string, to: readonly string[]): readonly string[]
  /** Mail that an actor has not read yet. */
  wait(actor: string, mail: Waiting): void
  /** An actor has read up to this message, inclusive. Answers what it had not read before. */
  read(actor: string, id: string): readonly Waiting[]
}

export function openGroup(group: string): Group {
  /** In the order in which they came: the first is the foreman. */
  const actors = new Set<string>()
  const waiting = new Map<string, Waiting[]>()
  /** The place of each message among all. */
  const places = new Map<string, number>()
  const prefix = nameIn(group)

  function named(name: string, sender: string): readonly string[] {
    const all = [...actors]
    if (name === '@all') return all
    if (name === '@foreman') return all.slice(0, 1)
    if (name === '@peers') return all.slice(1)
    return [name === '@user' ? 'user' : name].filter((one) => one !== sender)
  }

  return {
    address: (actor) => (actor === 'user' || actor === 'system' ? actor : `${prefix}/${nameIn(actor)}`),
    add(actor) {
      actors.add(actor)
      const left = waiting.get(actor) ?? []
      waiting.delete(actor)
      return left
    },
    remove: (actor) => void actors.delete(actor),
    isForeman: (actor) => [...actors][0] === actor,
    recipients(sender, to) {
      const names = to.length === 0 ? [...actors] : to.flatMap((name) => named(name, sender))
      return [...new Set(names)].filter((name) => name !== sender)
    },
    wait(actor, mail) {
      if (!places.has(mail.id)) places.set(mail.id, places.size)
      const known = waiting.get(actor)
      if (known === undefined) waiting.set(actor, [mail])
      else known.push(mail)
    },
    read(actor, id) {
      const place = places.get(id)
      const mail = waiting.get(actor) ?? []
      if (place === undefined) return []
      const until = mail.findIndex((one) => (places.get(one.id) ?? 0) > place)
      return mail.splice(0, until < 0 ? mail.length : until)
    },
  }
}

import { type Claims, openClaims } from './claims-model.ts'
import { openTakingBack } from './taken-back-model.ts'

/** What an agent is, by which mail may reach it: roles and tags as they are addressed, and its session. */
export type Being = { living: boolean; readonly bears: Set<string>; session: string | null }
export type Ending = 'unread' | 'read' | 'processing' | 'completed' | 'gone' | 'dead' | 'lapsed' | 'withdrawn'
export type Copy = {
  ways: Set<string>
  state: Ending
  /** Its owner was shown it, whatever it is now. */
  seen: boolean
  /** Its owner completed it, and not another holder of the role. */
  mine: boolean
  /** What a withdrawn copy is again when its sender stands by it. */
  before: 'unread' | 'dead'
}
export type Mail = {
  readonly id: number
  readonly subject: string
  readonly copies: Map<string, Copy>
  /** What is kept for those who join later, each with the time at which it was done. */
  readonly kept: Map<string, number | null>
  /** When its sender took it back, and how. */
  over: {
    readonly by: 'taken back' | 'replaced'
    readonly at: number
    readonly told: readonly string[]
  } | null
}
export type Completion = {
  readonly message: number
  readonly at: number
  readonly before: ReadonlyMap<string, Pick<Copy, 'state' | 'mine'>>
}

export const isRole = (way: string) => way.startsWith('role:')
const isTag = (way: string) => way.startsWith('concern:')
const isSession = (way: string) => way.startsWith('session:')

/** A copy that is on its owner's list. */
export const isListed = ({ state }: Copy) => state === 'unread' || state === 'read' || state === 'processing'
/** One that its owner has not begun. */
const isUnstarted = ({ state }: Copy) => state === 'unread' || state === 'read'
export const waits = (one: Mail, way: string) => one.kept.get(way) === null

/** Whose mail is where, told in the words of the rule and without any of the program. */
export function openModel(writer: string) {
  const agents = new Map<string, Being>()
  const mail: Mail[] = []
  const group = new Set<string>()
  const claims: Claims = openClaims()

  const living = () => [...agents].filter(([, { living: isLiving }]) => isLiving).map(([name]) => name)
  const bearers = (way: string) =>
    way === 'all' ? living() : living().filter((name) => agents.get(name)?.bears.has(way))

  /** Whom an address reaches now. */
  function reached(address: string): readonly string[] {
    if (isRole(address) || isTag(address) || address === 'all') return bearers(address)
    if (isSession(address))
      return living().filter((name) => `session:${agents.get(name)?.session}` === address)
    if (address === 'group:g') return living().filter((name) => group.has(name))
    return living().filter((name) => name === address)
  }

  /** `isKnown`: its owner had read it, and keeps it without the tag. */
  function take(one: Mail, name: string, copy: Copy, lost: ReadonlySet<string>, isKnown = false): void {
    const taken = [...copy.ways].filter((way) => lost.has(way))
    const left = [...copy.ways].filter((way) => !lost.has(way))
    if (taken.length === 0) return
    if (left.length > 0) copy.ways = new Set(left)
    else if (taken.some((way) => isRole(way) && waits(one, way))) copy.state = 'gone'
    else if (copy.state === 'unread' && !isKnown && !taken.every(isRole)) {
      if (hasAnother(one, name, taken)) copy.state = 'gone'
      else copy.state = 'dead'
    }
  }

  const hasAnother = (one: Mail, name: string, ways: readonly string[]) =>
    ways.some((way) => isTag(way) && bearers(way).some((other) => other !== name && one.copies.has(other)))

  function lose(name: string, lost: ReadonlySet<string>): void {
    const byRole = (one: Mail, copy: Copy) =>
      isUnstarted(copy) && [...copy.ways].some((way) => isRole(way) && lost.has(way) && waits(one, way))
    const byOther = (copy: Copy) =>
      copy.state === 'unread' && [...copy.ways].some((way) => !isRole(way) && lost.has(way))
    for (const one of mail) {
      const copy = one.copies.get(name)
      if (copy !== undefined && (byRole(one, copy) || byOther(copy))) take(one, name, copy, lost)
    }
  }

  function gain(one: Mail, name: string, way: string): void {
    if (!waits(one, way)) return
    const copy = one.copies.get(name)
    if (copy === undefined) one.copies.set(name, newCopy(way))
    else if (copy.state === 'gone' || ((copy.state === 'dead' || copy.state === 'lapsed') && way !== 'all')) {
      const lasting = [...copy.ways].filter((each) => !isRole(each) && !isTag(each) && !isSession(each))
      Object.assign(copy, { ways: new Set([...lasting, way]), state: 'unread' })
    } else copy.ways.add(way)
  }

  function gainAll(name: string, ways: readonly string[]): void {
    for (const one of mail) for (const way of ways) gain(one, name, way)
  }

  /** The end of a retired agent's unread copy. */
  function bury(one: Mail, name: string, copy: Copy): void {
    const direct = [...copy.ways].filter((way) => way !== 'all')
    const isOfRoles = direct.length === copy.ways.size && direct.every(isRole)
    const lost = isOfRoles ? direct : direct.filter((way) => !isRole(way))
    copy.state = lost.some((way) => !hasAnother(one, name, [way])) ? 'dead' : 'lapsed'
  }

  /** An undone change opened mail again: who bears what it waits for gets it, and who ceased to bear it, or is retired, loses it. */
  function asAllAre(one: Mail): void {
    for (const way of one.kept.keys()) for (const name of bearers(way)) gain(one, name, way)
    for (const name of one.copies.keys()) asItsOwnerIs(one, name)
  }

  function asItsOwnerIs(one: Mail, name: string, isKnown = false): void {
    const [copy, being] = [one.copies.get(name), agents.get(name)]
    if (copy === undefined || being === undefined || !isUnstarted(copy)) return
    const isBorne = (way: string) => being.bears.has(way) && (being.living || !isRole(way))
    const lost = [...copy.ways].filter((way) => (isRole(way) || isTag(way)) && !isBorne(way))
    take(one, name, copy, new Set(lost), isKnown)
    if (!being.living && copy.state === 'unread') bury(one, name, copy)
  }

  /** What was begun is unread again, as far as its owner may have it by now. */
  function unreadAgain(one: Mail, name: string): void {
    const copy = one.copies.get(name)
    if (copy === undefined) throw new Error('no copy')
    Object.assign(copy, { state: one.over === null ? 'unread' : 'withdrawn', before: 'unread' })
    asItsOwnerIs(one, name, true)
  }

  const find = (message: number) => {
    const one = mail.find(({ id }) => id === message)
    if (one === undefined) throw new Error(`no mail ${message}`)
    return one
  }

  return {
    agents,
    mail,
    group,
    claims,
    reached,
    living,
    find,
    asItsOwnerIs,
    unreadAgain,
    ...openTakingBack({ writer, agents, claims, asAllAre }),
    copyOf: (name: string, message: number) => find(message).copies.get(name),
    listOf: (name: string) =>
      mail
        .filter(({ copies }) => {
          const copy = copies.get(name)
          return copy !== undefined && isListed(copy)
        })
        .map(({ id }) => id),
    register(name: string, bears: readonly string[]): void {
      agents.set(name, { living: true, bears: new Set(bears), session: null })
      gainAll(name, [...bears, 'all'])
    },
    change(name: string, to: { readonly bears: ReadonlySet<string>; readonly session: string | null }): void {
      const being = agents.get(name)
      if (being === undefined) return
      const lost = [...being.bears].filter((way) => !to.bears.has(way))
      const gained = [...to.bears].filter((way) => !being.bears.has(way))
      if (being.session !== null && being.session !== to.session) lost.push(`session:${being.session}`)
      agents.set(name, { living: being.living, bears: new Set(to.bears), session: to.session })
      gainAll(name, gained)
      lose(name, new Set(lost))
    },
    send(sent: Pick<Mail, 'id' | 'subject'>, to: readonly string[], cc: readonly string[]): Mail {
      const copies = new Map<string, Copy>()
      const add = (name: string, way: string) => {
        const copy = copies.get(name)
        if (copy === undefined) copies.set(name, newCopy(way))
        else copy.ways.add(way)
      }
      for (const address of to)
        for (const name of reached(address)) add(name, name === address ? 'to' : address)
      for (const address of cc)
        for (const name of reached(address)) add(name, name === address ? 'cc' : address)
      for (const { ways } of copies.values()) if (ways.has('to')) ways.delete('cc')
      copies.delete(writer)
      const selectors = [...to, ...cc].filter((way) => isRole(way) || isTag(way) || way === 'all')
      const one: Mail = { ...sent, copies, kept: new Map(selectors.map((way) => [way, null])), over: null }
      mail.push(one)
      if (to.includes('queue:q')) claims.add(one.id)
      return one
    },
    complete(name: string, message: number, at: number): Completion {
      const one = find(message)
      const before = new Map<string, Pick<Copy, 'state' | 'mine'>>()
      const copy = one.copies.get(name)
      if (copy === undefined) throw new Error('no copy')
      const done = (its: Copy, its_owner: string) => {
        before.set(its_owner, { state: its.state, mine: its.mine })
        its.state = 'completed'
      }
      done(copy, name)
      copy.mine = true
      const roles = [...copy.ways].filter(isRole)
      // What was taken back is done all the same, and stays so when its sender stands by it.
      const isEnded = (role: string) => one.over !== null && one.kept.get(role) === one.over.at
      for (const role of roles) if (waits(one, role) || isEnded(role)) one.kept.set(role, at)
      for (const [other, its] of one.copies) {
        const isShared = [...its.ways].some((way) => roles.includes(way))
        const isDone = [...its.ways].every((way) => isRole(way) && !waits(one, way) && !isEnded(way))
        if (isShared && isDone && (isListed(its) || its.state === 'withdrawn')) done(its, other)
      }
      return { message, at, before }
    },
    undoComplete({ message, at, before }: Completion): void {
      const one = find(message)
      for (const [role, done] of one.kept) if (done === at) one.kept.set(role, one.over?.at ?? null)
      for (const [name, was] of before) {
        const copy = one.copies.get(name)
        if (copy === undefined) continue
        Object.assign(copy, was)
        if (copy.state === 'withdrawn' && one.over === null) copy.state = 'unread'
        if (copy.state === 'unread' && one.over !== null) copy.state = 'withdrawn'
      }
      asAllAre(one)
    },
    retire(name: string): void {
      const being = agents.get(name)
      if (being === undefined) return
      being.living = false
      lose(name, new Set([...being.bears].filter(isRole)))
      for (const one of mail) {
        const copy = one.copies.get(name)
        if (copy?.state === 'unread') bury(one, name, copy)
      }
    },
    comeBack(name: string): void {
      const being = agents.get(name)
      if (being === undefined) return
      being.living = true
      gainAll(name, [...being.bears, 'all'])
    },
  }
}

export type Model = ReturnType<typeof openModel>

function newCopy(way: string): Copy {
  return { ways: new Set([way]), state: 'unread', seen: false, mine: false, before: 'unread' }
}

/** What an agent is, by which mail may reach it: roles and tags as they are addressed, and its session. */
export type Being = { living: boolean; readonly bears: Set<string>; session: string | null }
export type Ending = 'unread' | 'read' | 'completed' | 'gone' | 'dead' | 'lapsed'
export type Copy = { ways: Set<string>; state: Ending }
export type Mail = {
  readonly id: number
  readonly copies: Map<string, Copy>
  /** What is kept for those who join later, each with the time at which it was done. */
  readonly kept: Map<string, number | null>
}
type Completion = { readonly message: number; readonly at: number; readonly before: Map<string, Ending> }

const isRole = (way: string) => way.startsWith('role:')
const isTag = (way: string) => way.startsWith('concern:')
const isSession = (way: string) => way.startsWith('session:')

/** Whose mail is where, told in the words of the rule and without any of the program. */
export function openModel(writer: string) {
  const agents = new Map<string, Being>()
  const mail: Mail[] = []
  const group = new Set<string>()

  const living = () => [...agents].filter(([, { living: isLiving }]) => isLiving).map(([name]) => name)
  const bearers = (way: string) => living().filter((name) => agents.get(name)?.bears.has(way))

  /** Whom an address reaches now. */
  function reached(address: string): readonly string[] {
    if (isRole(address) || isTag(address)) return bearers(address)
    if (isSession(address))
      return living().filter((name) => `session:${agents.get(name)?.session}` === address)
    if (address === 'all') return living()
    if (address === 'group:g') return living().filter((name) => group.has(name))
    return living().filter((name) => name === address)
  }

  const isUnfinished = ({ state }: Copy) => state === 'unread' || state === 'read'
  const waits = (one: Mail, way: string) => one.kept.get(way) === null

  function take(one: Mail, name: string, copy: Copy, lost: ReadonlySet<string>): void {
    const taken = [...copy.ways].filter((way) => lost.has(way))
    const left = [...copy.ways].filter((way) => !lost.has(way))
    if (taken.length === 0) return
    if (left.length > 0) copy.ways = new Set(left)
    else if (taken.some((way) => isRole(way) && waits(one, way))) copy.state = 'gone'
    else if (copy.state === 'unread' && !taken.every(isRole)) {
      if (hasAnother(one, name, taken)) copy.state = 'gone'
      else copy.state = 'dead'
    }
  }

  const hasAnother = (one: Mail, name: string, ways: readonly string[]) =>
    ways.some((way) => isTag(way) && bearers(way).some((other) => other !== name && one.copies.has(other)))

  function lose(name: string, lost: ReadonlySet<string>): void {
    const byRole = (one: Mail, copy: Copy) =>
      isUnfinished(copy) && [...copy.ways].some((way) => isRole(way) && lost.has(way) && waits(one, way))
    const byOther = (copy: Copy) =>
      copy.state === 'unread' && [...copy.ways].some((way) => !isRole(way) && lost.has(way))
    for (const one of mail) {
      const copy = one.copies.get(name)
      if (copy !== undefined && (byRole(one, copy) || byOther(copy))) take(one, name, copy, lost)
    }
  }

  function gain(name: string, gained: readonly string[]): void {
    for (const one of mail)
      for (const way of gained) {
        if (!waits(one, way)) continue
        const copy = one.copies.get(name)
        if (copy === undefined) one.copies.set(name, { ways: new Set([way]), state: 'unread' })
        else if (
          copy.state === 'gone' ||
          ((copy.state === 'dead' || copy.state === 'lapsed') && way !== 'all')
        ) {
          const lasting = [...copy.ways].filter((each) => !isRole(each) && !isTag(each) && !isSession(each))
          one.copies.set(name, { ways: new Set([...lasting, way]), state: 'unread' })
        } else copy.ways.add(way)
      }
  }

  return {
    ...{ agents, mail, group, reached, living },
    copyOf: (name: string, message: number) => mail.find(({ id }) => id === message)?.copies.get(name),
    listOf: (name: string) =>
      mail
        .filter(({ copies }) => ['unread', 'read'].includes(copies.get(name)?.state ?? ''))
        .map(({ id }) => id),
    register(name: string, bears: readonly string[]): void {
      agents.set(name, { living: true, bears: new Set(bears), session: null })
      gain(name, [...bears, 'all'])
    },
    change(name: string, to: { readonly bears: ReadonlySet<string>; readonly session: string | null }): void {
      const being = agents.get(name)
      if (being === undefined) return
      const lost = [...being.bears].filter((way) => !to.bears.has(way))
      const gained = [...to.bears].filter((way) => !being.bears.has(way))
      if (being.session !== null && being.session !== to.session) lost.push(`session:${being.session}`)
      agents.set(name, { living: being.living, bears: new Set(to.bears), session: to.session })
      gain(name, gained)
      lose(name, new Set(lost))
    },
    send(id: number, to: readonly string[], cc: readonly string[]): void {
      const copies = new Map<string, Copy>()
      const add = (name: string, way: string) => {
        const copy = copies.get(name) ?? { ways: new Set(), state: 'unread' }
        copy.ways.add(way)
        copies.set(name, copy)
      }
      for (const address of to)
        for (const name of reached(address)) add(name, name === address ? 'to' : address)
      for (const address of cc)
        for (const name of reached(address)) add(name, name === address ? 'cc' : address)
      for (const { ways } of copies.values()) if (ways.has('to')) ways.delete('cc')
      copies.delete(writer)
      const selectors = [...to, ...cc].filter((way) => isRole(way) || isTag(way) || way === 'all')
      mail.push({ id, copies, kept: new Map(selectors.map((way) => [way, null])) })
    },
    complete(name: string, message: number, at: number): Completion {
      const one = mail.find(({ id }) => id === message)
      const before = new Map<string, Ending>()
      const copy = one?.copies.get(name)
      if (one === undefined || copy === undefined) throw new Error('no copy')
      before.set(name, copy.state)
      copy.state = 'completed'
      const roles = [...copy.ways].filter(isRole)
      for (const role of roles) if (waits(one, role)) one.kept.set(role, at)
      for (const [other, its] of one.copies) {
        const isShared = [...its.ways].some((way) => roles.includes(way))
        const isDone = [...its.ways].every((way) => isRole(way) && one.kept.get(way) !== null)
        if (!isShared || !isDone || !isUnfinished(its)) continue
        before.set(other, its.state)
        its.state = 'completed'
      }
      return { message, at, before }
    },
    undo({ message, at, before }: Completion): void {
      const one = mail.find(({ id }) => id === message)
      if (one === undefined) return
      for (const [role, done] of one.kept) if (done === at) one.kept.set(role, null)
      for (const [name, state] of before) {
        const copy = one.copies.get(name)
        if (copy !== undefined) copy.state = state
      }
      for (const name of before.keys()) {
        const [copy, being] = [one.copies.get(name), agents.get(name)]
        if (copy === undefined || being === undefined) continue
        const lost = [...copy.ways].filter((way) => (isRole(way) || isTag(way)) && !being.bears.has(way))
        take(one, name, copy, new Set(lost))
      }
    },
    retire(name: string): void {
      const being = agents.get(name)
      if (being === undefined) return
      being.living = false
      lose(name, new Set([...being.bears].filter(isRole)))
      for (const one of mail) {
        const copy = one.copies.get(name)
        if (copy?.state !== 'unread') continue
        const direct = [...copy.ways].filter((way) => way !== 'all')
        const isOfRoles = direct.length === copy.ways.size && direct.every(isRole)
        const lost = isOfRoles ? direct : direct.filter((way) => !isRole(way))
        copy.state = lost.some((way) => !hasAnother(one, name, [way])) ? 'dead' : 'lapsed'
      }
    },
    comeBack(name: string): void {
      const being = agents.get(name)
      if (being === undefined) return
      being.living = true
      gain(name, [...being.bears, 'all'])
    },
  }
}

export type Model = ReturnType<typeof openModel>

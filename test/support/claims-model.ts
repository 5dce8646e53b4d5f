/** An item of the one queue, and who has it. */
export type Item = {
  readonly id: number
  state: 'open' | 'claimed' | 'completed' | 'dead' | 'withdrawn'
  by: string | null
  until: number
  attempts: number
  /** Claims that were given back untried. */
  released: number
  /** Its claimant's time ran out, and nobody had it since: it goes before the others. */
  returned: boolean
  /** What a withdrawn item is again when its sender stands by it. */
  before: 'open' | 'dead'
  /** Whether it was taken back, and not stood by since. */
  over: boolean
}
export type ItemEnd = 'complete' | 'fail'
/** What undo puts back, while the item is as the change left it. */
export type Ended = {
  readonly id: number
  readonly by: string
  readonly until: number
  readonly left: Item['state']
}

export const lease = 30_000
export const tries = 2

export type Claims = ReturnType<typeof openClaims>

/** Who has which item of a queue: one claimant has it at a time, and two failed attempts are its end. */
export function openClaims() {
  const items = new Map<number, Item>()
  const find = (id: number) => {
    const item = items.get(id)
    if (item === undefined) throw new Error(`no item ${id}`)
    return item
  }

  /** Back in the queue, unless it was taken back. */
  function putBack(item: Item): void {
    Object.assign(item, { state: item.over ? 'withdrawn' : 'open', before: 'open', by: null })
  }

  /** An attempt that came to nothing. */
  function endTry(item: Item): Item['state'] {
    putBack(item)
    if (item.state === 'open' && item.attempts - item.released >= tries) item.state = 'dead'
    return item.state
  }

  function returnLapsed(now: number): void {
    for (const item of items.values()) {
      if (item.state !== 'claimed' || item.until > now) continue
      item.returned = endTry(item) !== 'dead'
    }
  }

  return {
    items,
    find,
    returnLapsed,
    add(id: number): void {
      const counts = { until: 0, attempts: 0, released: 0 }
      items.set(id, { id, state: 'open', by: null, ...counts, returned: false, before: 'open', over: false })
    },
    held: () => [...items.values()].filter(({ state }) => state === 'claimed'),
    /** What came back first, and the oldest first; `null` where nothing is open. */
    claim(by: string, now: number): number | null {
      returnLapsed(now)
      const open = [...items.values()].filter(({ state }) => state === 'open')
      const [next] = open.sort(
        (one, other) => Number(other.returned) - Number(one.returned) || one.id - other.id,
      )
      if (next === undefined) return null
      const attempts = next.attempts + 1
      Object.assign(next, { state: 'claimed', by, until: now + lease, attempts, returned: false })
      return next.id
    },
    release(id: number): void {
      const item = find(id)
      item.released += 1
      putBack(item)
    },
    end(id: number, how: ItemEnd): Ended {
      const item = find(id)
      const { by, until } = item
      if (how === 'fail') endTry(item)
      else Object.assign(item, { state: 'completed', by: null })
      return { id, by: by ?? '', until, left: item.state }
    },
    /** Whether it can be undone: it is as that end left it. */
    undoEnd({ id, by, until, left }: Ended): boolean {
      const item = find(id)
      if (item.state !== left) return false
      Object.assign(item, { state: 'claimed', by, until, returned: false })
      return true
    },
    /** Takes an item back, and tells who has it. */
    withdraw(id: number): string | null {
      const item = items.get(id)
      if (item === undefined) return null
      item.over = true
      if (item.state === 'open' || item.state === 'dead')
        Object.assign(item, { before: item.state, state: 'withdrawn', returned: false })
      return item.state === 'claimed' ? item.by : null
    },
    standBy(id: number): void {
      const item = items.get(id)
      if (item === undefined) return
      item.over = false
      if (item.state === 'withdrawn') item.state = item.before
    },
  }
}

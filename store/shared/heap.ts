/** A heap whose top is the least. `sink` puts the top right after it changed in place. */
export type Heap<T> = { top(): T | undefined; push(item: T): void; pop(): void; sink(): void }

export function openHeap<T>(compare: (one: T, other: T) => number): Heap<T> {
  const items: T[] = []

  const isLess = (one: number, other: number): boolean => {
    const [a, b] = [items[one], items[other]]
    return a !== undefined && b !== undefined && compare(a, b) < 0
  }

  function swap(one: number, other: number): void {
    const [a, b] = [items[one], items[other]]
    if (a === undefined || b === undefined) return
    items[one] = b
    items[other] = a
  }

  function sink(): void {
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      const child = right < items.length && isLess(right, left) ? right : left
      if (child >= items.length || !isLess(child, at)) return
      swap(at, child)
      at = child
    }
  }

  return {
    top: () => items[0],
    push(item) {
      items.push(item)
      for (
        let at = items.length - 1, parent = (at - 1) >> 1;
        at > 0 && isLess(at, parent);
        at = parent, parent = (at - 1) >> 1
      )
        swap(at, parent)
    },
    pop() {
      const last = items.pop()
      if (last === undefined || items.length === 0) return
      items[0] = last
      sink()
    },
    sink,
  }
}

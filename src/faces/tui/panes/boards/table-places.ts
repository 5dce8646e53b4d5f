/** A narrower table has no room for its subjects: one is shown at a time. */
const leastWidth = 32

export type TablePlace = { readonly at: number; readonly left: number; readonly width: number }

/** The tables of a board that are on the screen, side by side. */
export function tablePlaces(count: number, focus: number, width: number): readonly TablePlace[] {
  const share = Math.floor(width / count)
  if (share < leastWidth) return [{ at: focus, left: 0, width }]
  return Array.from({ length: count }, (_, at) => ({
    ...{ at, left: at * share },
    width: at === count - 1 ? width - at * share : share,
  }))
}

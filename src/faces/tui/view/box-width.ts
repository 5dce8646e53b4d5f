/** As much as is left beside a box, or the box takes it too: slivers of what lies below tell nobody anything. */
const least = 40

/** How wide a box over the panes is: as wide as it may be, or the whole screen. */
export function boxWidth(columns: number, widest: number): number {
  return columns - widest < least ? columns : widest
}

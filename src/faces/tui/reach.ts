/** How far one key moves: a row, half a screen, a screen, or to the end. */
export type Reach = 'row' | 'half' | 'page' | 'edge'

export function stepsOf(by: Reach, direction: 1 | -1, height: number): number {
  switch (by) {
    case 'row':
      return direction
    case 'half':
      return direction * Math.max(1, Math.floor(height / 2))
    case 'page':
      return direction * Math.max(1, height - 1)
    case 'edge':
      return direction * Number.MAX_SAFE_INTEGER
  }
}

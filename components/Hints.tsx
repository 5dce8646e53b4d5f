import type { ReactElement } from 'react'
import type { NamedKey } from '../src/faces/tui/status/hints.ts'
import { type Line, word } from '../src/faces/tui/text/line.ts'
import { StyledLine } from './StyledLine.tsx'

/** Keys to press next, each with its word; dim if the command cannot run here. */
export function Hints({ hints }: { readonly hints: readonly NamedKey[] }): ReactElement {
  const spans = hints.flatMap(({ key, hint, off }, at): Line => {
    const gap = at === hints.length - 1 ? '' : '  '
    return [word(key, off ? 'dim' : 'bold'), word(` ${hint}${gap}`, 'dim')]
  })
  return <StyledLine line={[word(' '), ...spans]} />
}

import type { Matching } from '../../effect.ts'
import type { Browsing } from '../../state.ts'

/** `null` where only what is loaded can be changed. */
export function matchingIn({ panes: { list }, session: { me } }: Browsing): Matching | null {
  const { source, filter } = list
  switch (source.type) {
    case 'mailbox': {
      const { owner, box } = source
      return { box, ...(filter !== '' && { query: filter }), ...(owner !== me.address && { of: owner }) }
    }
    case 'search':
    case 'saved':
      // Two searches do not always make one: values of the same key are alternatives.
      return filter === '' ? { query: source.query } : null
    default:
      return null
  }
}

import type { ReactElement } from 'react'
import { sanitizeLine } from '../src/domain/sanitize.ts'
import { type PageView, pageLines } from '../src/faces/tui/panes/boards/agent-page.ts'
import { span, word } from '../src/faces/tui/text/line.ts'
import { Page } from './Page.tsx'

type AgentPageProps = {
  readonly view: PageView
  readonly top: number
  /** Its facts and its terminal stand beside the page. */
  readonly hasBeside?: boolean
  readonly width: number
  readonly height: number
}

/** One agent of the fleet: its work, its terminal, its mail and what it did. */
export function AgentPage({ view, hasBeside = false, ...place }: AgentPageProps): ReactElement {
  const title = [word('Agent ', 'section'), span(sanitizeLine(view.agent), 'section')]
  return <Page title={title} lines={pageLines(view, place.width - 4, hasBeside)} {...place} />
}

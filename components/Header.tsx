import { memo, type ReactElement } from 'react'
import { type HeaderView, headerLine } from '../src/faces/tui/status/header.ts'
import { StyledLine } from './StyledLine.tsx'

/** The person, the open mailbox, what waits for a person, and how much is unread. */
export const Header = memo(function Header(view: HeaderView): ReactElement {
  return <StyledLine line={headerLine(view)} />
})

import type { ReactElement } from 'react'
import type { RowView } from '../src/faces/tui/views/row-view.ts'
import { DraftRow } from './DraftRow.tsx'
import { MemberRow } from './MemberRow.tsx'
import { MessageRow } from './MessageRow.tsx'
import { ReasonRow } from './ReasonRow.tsx'
import type { ListedRow } from './row.ts'
import { TroubleRow } from './TroubleRow.tsx'

/** One row of the inbox, by the kind of its subject. */
export function InboxRow({ view, ...listed }: ListedRow & { readonly view: RowView }): ReactElement {
  switch (view.type) {
    case 'reason':
      return <ReasonRow {...view} {...listed} />
    case 'trouble':
      return <TroubleRow {...view} {...listed} />
    case 'draft':
      return <DraftRow {...view} {...listed} />
    case 'member':
      return <MemberRow {...view} {...listed} />
    case 'mail':
      return <MessageRow {...view} {...listed} />
  }
}

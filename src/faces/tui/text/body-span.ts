import type { LinkTarget } from '../../../domain/link.ts'
import type { Safe } from '../../../domain/sanitize.ts'
import type { StyleId } from '../terminal/style.ts'

/** How a piece looks. `section` is for our own headings: nothing in a body can get it. */
const spanStyles = [
  'plain',
  'bold',
  'italic',
  'strike',
  'dim',
  'code',
  'heading',
  'link',
  'quote',
  'rule',
  'section',
  'code-keyword',
  'code-text',
  'code-number',
  'code-name',
  'code-comment',
  'code-added',
  'code-removed',
] as const
export type SpanStyle = (typeof spanStyles)[number]
export type Span = {
  readonly text: Safe
  readonly style: SpanStyle
  readonly link?: LinkTarget
  /** A look that its writer gave it, which is shown on wish alone. */
  readonly own?: StyleId
}
export type Line = readonly Span[]

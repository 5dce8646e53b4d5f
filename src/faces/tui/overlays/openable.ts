import type { Token, Tokens } from 'marked'
import type { Json } from '../../../domain/json.ts'
import { linkTarget } from '../../../domain/link.ts'
import type { FullMessageValue } from '../../../services/values.ts'
import type { Openable } from '../model/overlay.ts'
import { lexed } from '../text/body-blocks.ts'

const mostLinks = 200
const readAtMost = 64 * 1024

/** Attachments, then the links of the body and of what comes with it, each once, in their order. */
export function openablesOf({ attachments, body, context, payload }: FullMessageValue): readonly Openable[] {
  const found = [...linksOf(body), ...textsIn([context, payload]).flatMap(bareLinks)]
  const targets = new Set(found.map(linkTarget).filter((target) => target !== null))
  return [
    ...attachments.map((path): Openable => ({ type: 'file', path })),
    ...[...targets].slice(0, mostLinks).map((target): Openable => ({ type: 'link', target })),
  ]
}

function linksOf(body: string): readonly string[] {
  if (body.length > readAtMost) return bareLinks(body.slice(0, readAtMost))
  try {
    return hrefsIn(lexed(body) ?? []).concat(bareLinks(body))
  } catch {
    return bareLinks(body)
  }
}

function hrefsIn(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((token): readonly string[] => {
    const { type, href, tokens: within = [], items = [], header = [], rows = [] } = token as Tokens.Generic
    const own = (type === 'link' || type === 'image') && typeof href === 'string' ? [href] : []
    const cells: readonly Tokens.TableCell[] = [header, ...rows].flat()
    return [...own, ...hrefsIn(within), ...hrefsIn(items), ...cells.flatMap((cell) => hrefsIn(cell.tokens))]
  })
}

/** Addresses in plain text; a full stop or bracket after one does not belong to it. */
function bareLinks(text: string): readonly string[] {
  return Array.from(
    text.slice(0, readAtMost).matchAll(/\bhttps?:\/\/[^\s<>"'`\x00-\x20\x7f-\x9f]{1,2000}/gu),
    ([found]) => found.replace(/[.,;:!?)\]}]+$/u, ''),
  )
}

function textsIn(value: Json, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth > 6) return []
  return Object.values(value).flatMap((one) => textsIn(one, depth + 1))
}

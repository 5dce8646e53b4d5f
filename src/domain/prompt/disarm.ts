import { sanitize } from '../sanitize.ts'
import { wholeStart } from '../whole-text.ts'

/** Names of elements by which coding agents' own harnesses speak to their models. */
const harnessNames =
  'system|user|human|assistant|developer|instructions?|important|context|thinking|reasoning|functions?|invoke|parameter|result|output|error|document|tool|tools|s|bos|eos|inst|sys'

/** Angle brackets in other widths, which a model reads as the plain ones. */
const wideOpen = /[\uff1c\ufe64\u2329\u3008]/gu

const tags = new RegExp(
  [
    '<(?=\\s*/)', // whatever it closes, it may be what the text was put into
    '<(?=\\s*[|!?])', // <|im_start|>, comments, processing
    '<(?=\\s*[a-z][a-z0-9]*(?:[-_]|:(?![/:])))', // <system-reminder>, <function_calls>, <ns:invoke>; no address, no C++
    `<(?=\\s*(?:${harnessNames})\\s*(?:[/>\\uff1e\\ufe65\\u232a\\u3009\\s]|$))`,
  ].join('|'),
  'giu',
)

/** Tags of chat templates, and what looks like the mark of a fence: ours is known, another would be a forgery. */
const squareTags =
  /[[\uff3b\u3010\u3014](?=\s*(?:\/?\s*(?:inst|sys|system|available_tools|tool_calls|tool_results)|[0-9a-f]{12})\s*[\]\uff3d\u3011\u3015])/giu

/** The speaker prefix of a line in a transcript. */
const speakers = /^(?=[^\S\n]*(?:human|assistant|system|user|developer)\s*[:\uff1a])/gimu

/**
 * Makes foreign text safe for a prompt: drawable, and without text that a harness or a chat template would read as its
 * own tags or turns (`<system-reminder>`, `</…>`, `[INST]`, `<|im_start|>`, `Human:`). It stays readable; the store keeps
 * the original.
 */
export function disarm(text: string): string {
  const narrow = sanitize(text).replace(wideOpen, '<')
  // To prepare the pattern takes longer than all else that is done to a short text, and most have no bracket.
  const untagged = narrow.includes('<') ? withoutTags(narrow) : narrow
  const plain = untagged.replace(squareTags, '⁅').replace(speakers, '› ')
  return isAscii(plain) ? plain : withoutForms(plain)
}

function isAscii(text: string): boolean {
  return !/[^\t-\r\x20-\x7e]/u.test(text)
}

/** What stands behind each bracket, as far as it may be the name of a tag. */
const behindBrackets = /<(\s*)([^<]{1,160})/gu

/** A tag may be written in letters of another width or form, which a model reads as the plain ones. */
function withoutTags(text: string): string {
  const plain = text.replace(tags, '‹')
  if (isAscii(plain)) return plain
  return plain.replace(behindBrackets, (whole, gap: string, behind: string) =>
    `<${behind.normalize('NFKC')}`.search(tags) === 0 ? `‹${gap}${behind}` : whole,
  )
}

const behindSquares = /[[\uff3b\u3010\u3014]([^[\uff3b\u3010\u3014\n]{1,80})/gu
const startsOfLines = /^[^\n]{1,80}/gmu

/** The same for what stands in square brackets, and for speakers. */
function withoutForms(text: string): string {
  return text
    .replace(behindSquares, (whole, behind: string) =>
      `[${behind.normalize('NFKC')}`.search(squareTags) === 0 ? `⁅${behind}` : whole,
    )
    .replace(startsOfLines, (start) =>
      start.normalize('NFKC').search(speakers) === 0 ? `› ${start}` : start,
    )
}

/** The same on one line, cut to `most` characters. */
export function disarmLine(text: string, most: number): string {
  const line = disarm(text).replace(/\s+/gu, ' ').trim()
  return line.length <= most ? line : `${wholeStart(line, most - 1)}…`
}

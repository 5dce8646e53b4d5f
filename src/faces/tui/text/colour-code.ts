import bash from 'highlight.js/lib/languages/bash'
import cpp from 'highlight.js/lib/languages/cpp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import markdown from 'highlight.js/lib/languages/markdown'
import python from 'highlight.js/lib/languages/python'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight } from 'lowlight'
import type { SpanStyle } from './body-span.ts'
import type { CodePart, ColourCode } from './code-parts.ts'

const low = createLowlight({
  bash,
  cpp,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  markdown,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
})
low.registerAlias({
  bash: ['shell', 'console', 'zsh'],
  cpp: ['c', 'h'],
  json: ['jsonc', 'jsonl'],
  diff: ['patch'],
})

/** The looks of the grammars' classes; others are plain. */
const looks: readonly (readonly [look: SpanStyle, classes: readonly string[]])[] = [
  ['code-comment', ['comment', 'quote', 'doctag']],
  ['code-text', ['string', 'regexp', 'char', 'symbol', 'link']],
  ['code-number', ['number', 'literal', 'bullet']],
  ['code-added', ['addition']],
  ['code-removed', ['deletion']],
  ['code-name', ['title', 'attr', 'attribute', 'section', 'name', 'selector-tag', 'selector-class']],
  ['code-keyword', ['keyword', 'built_in', 'type', 'meta', 'operator', 'selector-pseudo']],
]

const lookOf = new Map<string, SpanStyle>(
  looks.flatMap(([look, classes]) => classes.map((one) => [`hljs-${one}`, look] as const)),
)

/** Loaded when the first code is shown: a start needs nothing of it. */
export const colourCode: ColourCode = (code, language) => {
  if (!low.registered(language)) return null
  const parts: CodePart[] = []
  take(low.highlight(language, code).children, 'plain', parts)
  return parts
}

type Node = ReturnType<typeof low.highlight>['children'][number]

function take(nodes: readonly Node[], look: SpanStyle, parts: CodePart[]): void {
  for (const node of nodes) {
    if (node.type === 'text') parts.push({ text: node.value, look })
    else if (node.type === 'element')
      take(node.children, lookWithin(node.properties['className'], look), parts)
  }
}

function lookWithin(classes: unknown, outer: SpanStyle): SpanStyle {
  const known = Array.isArray(classes) ? classes.map((one) => lookOf.get(String(one))) : []
  return known.find((look) => look !== undefined) ?? outer
}

/** A fenced block: its language and its lines. */
export type Fenced = { readonly language: string; readonly text: string }

const fence = /^( *)```(\S*)[^\n]*\n([\s\S]*?)^\1```/gmu

export function fencedIn(markdown: string): readonly Fenced[] {
  return [...markdown.matchAll(fence)].map(([, , language = '', text = '']) => ({ language, text }))
}

export function withoutFences(markdown: string): string {
  return markdown.replace(fence, '')
}

/** Where inline links, images and link definitions lead. */
export function targetsIn(markdown: string): readonly string[] {
  const text = withoutFences(markdown).replace(/`[^`\n]*`/gu, '')
  const inline = text.matchAll(/\]\(([^()\s]+)\)/gu)
  const defined = text.matchAll(/^\[[^\]]+\]: (\S+)$/gmu)
  return [...inline, ...defined].map(([, target = '']) => target)
}

/** The anchors of a document's headings, as GitHub makes them. */
export function anchorsIn(markdown: string): readonly string[] {
  const seen = new Map<string, number>()
  return [...withoutFences(markdown).matchAll(/^#{1,6} (.+)$/gmu)].map(([, title = '']) => {
    const anchor = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    const times = seen.get(anchor) ?? 0
    seen.set(anchor, times + 1)
    return times === 0 ? anchor : `${anchor}-${times}`
  })
}

/** The calls of a program in lines of a shell, each as the words after its name. */
export function callsIn(shell: string, program: string): readonly (readonly string[])[] {
  const lines = shell.replace(/\\\n\s*/gu, ' ').split('\n')
  return lines.flatMap((line) =>
    commandsIn(line).flatMap((words) => {
      const at = words.indexOf(program)
      return at < 0 ? [] : [words.slice(at + 1)]
    }),
  )
}

/** A line's commands: split at what a shell splits at, without comments, redirections and quotes. */
function commandsIn(line: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]]
  const token =
    /"((?:\\.|[^"\\])*)"|'([^']*)'|(\s+#.*|^#.*)|(\|\||&&|[|;()])|(\d?[<>]+&?\s*\S*)|(\\.|\$\(|[^\s|;()'"<>]+)|(\s+)/gu
  let word: string | null = null
  const end = () => {
    if (word !== null) commands.at(-1)?.push(word)
    word = null
  }
  for (const [, double, single, comment, split, redirection, plain, blank] of line.matchAll(token)) {
    if (comment !== undefined) break
    if (blank !== undefined || redirection !== undefined) end()
    else if (split !== undefined || plain === '$(') {
      end()
      commands.push([])
    } else {
      const before: string = word ?? ''
      word = before + (double ?? single ?? plain ?? '')
    }
  }
  end()
  return commands
}

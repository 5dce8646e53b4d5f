import type { CodingAgent } from '../domain/setup-tools.ts'
import { codexConfig } from './codex-config.ts'
import {
  claudeIgnored,
  claudePersonal,
  codexPollingText,
  geminiSettings,
  instructions,
  json,
  opencodeSettings,
  opencodeText,
  personalEnv,
  qwenSettings,
} from './coding-agents.ts'
import { defaultAgent } from './commands.ts'
import type { FileChange, Surroundings } from './file-change.ts'
import { claudeHooks, codexHooks } from './hooks.ts'
import { opencodePlugin } from './opencode-plugin.ts'
import { sharedServer } from './servers.ts'

/** A coding agent as `setup` knows it: all that differs between them is in its row. */
export type Program = {
  /** As `harnesses` calls it. */
  readonly name: string
  /** What is written; with `remove`, what undoes it. The script that hooks ask is everybody's. */
  readonly files: (around: Surroundings, remove: boolean) => readonly FileChange[]
  /** The person's file with the default agent: where in its JSON, or in its lines of variables. */
  readonly named: (around: Surroundings) => { readonly file: string; readonly at: readonly string[] | null }
  /** It runs hooks of ours, or a plugin in their place. */
  readonly isHooked: boolean
  /** We know how it lets its model use the safe commands without a question. */
  readonly permits: boolean
}

const inEnv = (env: (around: Surroundings) => string) => ({
  named: (around: Surroundings) => ({ file: env(around), at: null }),
})

const envs = {
  codex: ({ codexFolder }: Surroundings) => `${codexFolder}/.env`,
  gemini: ({ home }: Surroundings) => `${home}/.gemini/.env`,
  qwen: ({ home }: Surroundings) => `${home}/.qwen/.env`,
  opencode: ({ home }: Surroundings) => `${home}/.config/opencode/.env`,
}

export const programs: Readonly<Record<CodingAgent, Program>> = {
  claude: {
    name: 'Claude Code',
    files: (around, remove) => [
      json(around.folder, '.claude/settings.json', remove, {
        hooks: remove ? [] : claudeHooks(around),
        server: undefined,
      }),
      claudePersonal(around, remove),
      ...claudeIgnored(around, remove),
      json(around.folder, '.mcp.json', remove, { hooks: [], server: remove ? null : sharedServer }),
      instructions(around, 'CLAUDE.md', remove),
    ],
    named: ({ folder }) => ({ file: `${folder}/.claude/settings.local.json`, at: ['env', defaultAgent] }),
    isHooked: true,
    permits: true,
  },
  codex: {
    name: 'Codex',
    files: (around, remove) => [
      codexConfig(around, remove),
      personalEnv(around, envs.codex(around), remove),
      json(around.folder, '.codex/hooks.json', remove, {
        hooks: remove ? [] : codexHooks(around),
        server: undefined,
      }),
      instructions(around, 'AGENTS.md', remove, codexPollingText),
    ],
    ...inEnv(envs.codex),
    isHooked: true,
    permits: true,
  },
  gemini: {
    name: 'Gemini CLI',
    files: (around, remove) => [
      ...geminiSettings(around, remove),
      personalEnv(around, envs.gemini(around), remove),
      instructions(around, 'GEMINI.md', remove),
    ],
    ...inEnv(envs.gemini),
    isHooked: true,
    permits: true,
  },
  qwen: {
    name: 'Qwen Code',
    files: (around, remove) => [
      ...qwenSettings(around, remove),
      personalEnv(around, envs.qwen(around), remove),
      instructions(around, 'QWEN.md', remove),
    ],
    ...inEnv(envs.qwen),
    isHooked: true,
    permits: false,
  },
  opencode: {
    name: 'opencode',
    files: (around, remove) => [
      ...opencodeSettings(around, remove),
      opencodePlugin(around, remove),
      personalEnv(around, envs.opencode(around), remove),
      instructions(around, opencodeText, remove),
    ],
    ...inEnv(envs.opencode),
    isHooked: true,
    permits: false,
  },
}

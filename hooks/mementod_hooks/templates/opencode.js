// mementod plugin v1 (managed; `mementod agents uninstall opencode` removes it)
// Asks mementod before a tool writes. No answer in time, or none at all, is a yes.
import { spawn } from "node:child_process"

const RUN_HOOK = "@RUN_HOOK@"
const DEADLINE_MS = 3000
const ANSWER_CHARACTERS = 65536
const KEPT = 200 // calls, sessions and models that something is remembered of
const OUTCOME_CHARACTERS = 20000
const READS = new Set(["read", "glob", "grep", "list", "todoread", "todowrite", "task", "webfetch", "websearch", "skill"])

function ask(payload) {
  return new Promise((resolve) => {
    let text = ""
    let child
    const finish = () => {
      clearTimeout(timer)
      try {
        resolve(JSON.parse(text) ?? {})
      } catch {
        resolve({})
      }
    }
    const timer = setTimeout(() => {
      text = ""
      child?.kill("SIGKILL")
      finish()
    }, DEADLINE_MS)
    try {
      child = spawn(RUN_HOOK, ["agent", "opencode", payload.hook], { stdio: ["pipe", "pipe", "ignore"] })
      child.on("error", finish)
      child.on("close", finish)
      child.stdin.on("error", () => {})
      child.stdout.on("data", (data) => {
        if (text.length < ANSWER_CHARACTERS) text += data
      })
      child.stdin.end(JSON.stringify(payload))
    } catch {
      finish()
    }
  })
}

function remember(map, key, value) {
  map.set(key, value)
  if (map.size > KEPT) map.delete(map.keys().next().value)
}

export const Mementod = async ({ directory }) => {
  const waiting = new Map() // what is said about a call once it is done: nothing reaches the model before
  const digests = new Map() // the system prompt stays the same for all of a session, until it is compacted
  const compacted = new Set()
  const windows = new Map() // tokens that a model takes
  const uses = new Map() // and those that a session has in its context
  return {
    event: async ({ event }) => {
      const info = event.properties?.info
      if (event.type === "session.compacted") {
        compacted.add(event.properties.sessionID)
        uses.delete(event.properties.sessionID)
        digests.delete(event.properties.sessionID)
      } else if (event.type === "message.updated" && info?.role === "assistant" && info.tokens && !info.summary) {
        const { input = 0, output = 0, cache } = info.tokens
        const used = input + output + (cache?.read ?? 0) + (cache?.write ?? 0)
        if (used) remember(uses, info.sessionID, { used, window: windows.get(info.modelID) ?? 0 })
      }
    },
    "tool.execute.before": async (input, output) => {
      if (READS.has(input.tool)) return
      const answer = await ask({ hook: "tool.execute.before", cwd: directory, input, output: { args: output.args } })
      if (answer.deny) throw new Error(answer.deny)
      if (answer.context) remember(waiting, input.callID, answer.context)
    },
    "tool.execute.after": async (input, output) => {
      if (READS.has(input.tool)) return
      const result = `${output.output ?? ""}`.slice(0, OUTCOME_CHARACTERS) + `\nexit code: ${output.metadata?.exit ?? 0}`
      const use = uses.get(input.sessionID)
      const answer = await ask({ hook: "tool.execute.after", cwd: directory, input, output: { result }, use })
      const texts = [waiting.get(input.callID), answer.context].filter(Boolean)
      waiting.delete(input.callID)
      if (texts.length) output.output = [output.output, ...texts].filter(Boolean).join("\n\n")
    },
    "experimental.chat.system.transform": async (input, output) => {
      const session = input?.sessionID ?? ""
      if (input?.model?.limit?.context) remember(windows, input.model.id, input.model.limit.context)
      if (!digests.has(session)) {
        const hook = compacted.delete(session) ? "session.compacted" : "session.start"
        const answer = await ask({ hook, cwd: directory, session })
        remember(digests, session, answer.context ?? "")
      }
      if (digests.get(session)) output.system.push(digests.get(session))
    },
    "experimental.session.compacting": async (input, output) => {
      const answer = await ask({ hook: "session.compacting", cwd: directory, session: input?.sessionID ?? "" })
      if (answer.context) output.context.push(answer.context)
    },
  }
}

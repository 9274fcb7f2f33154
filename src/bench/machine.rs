//! The machine that a run was measured on.

use serde::{Deserialize, Serialize};

/// Facts without which times say little. What the system does not tell is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's model.
    pub processor: Option<String>,
    /// Processors that this process may use.
    pub cores: usize,
    /// Memory, in KiB.
    pub memory_kb: Option<u64>,
    /// The system and its release.
    pub system: Option<String>,
}

impl Machine {
    /// This one.
    #[must_use]
    pub fn this() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { cores, ..Self::told() }
    }

    /// What the system tells.
    #[cfg(target_os = "linux")]
    fn told() -> Self {
        use procfs::Current as _;
        let processor = procfs::CpuInfo::current()
            .ok()
            .and_then(|all| all.model_name(0).map(|name| name.trim().to_owned()));
        let memory = procfs::Meminfo::current().ok().map(|memory| memory.mem_total / 1024);
        let release = procfs::sys::kernel::Version::current().ok();
        let system = release.map(|it| format!("Linux {}.{}.{}", it.major, it.minor, it.patch));
        Self { processor, cores: 0, memory_kb: memory, system }
    }

    #[cfg(not(target_os = "linux"))]
    fn told() -> Self {
        Self { system: Some(std::env::consts::OS.to_owned()), ..Self::default() }
    }
}

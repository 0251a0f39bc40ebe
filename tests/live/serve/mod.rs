//! A bundle served: real kubectl sees on it what it saw on the cluster.

mod logs;
mod refusals;
mod same;
mod scene;
mod served;
mod tables;
